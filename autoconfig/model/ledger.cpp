// See ledger.h.
#include "autoconfig/model/ledger.h"

namespace autoconfig {

namespace {

constexpr std::size_t usual_terms = 20; // of a configuration

} // namespace

const char* to_string(Resource resource) {
    switch (resource) {
    case Resource::Fma: return "fma";
    case Resource::Latency: return "latency";
    case Resource::FrontEnd: return "front end";
    case Resource::Load: return "load";
    case Resource::Store: return "store";
    case Resource::Core: return "core";
    case Resource::L1L2: return "L1L2";
    case Resource::Ahead: return "ahead";
    case Resource::L2L3: return "L2L3";
    case Resource::Runs: return "runs";
    case Resource::Memory: return "memory";
    case Resource::Serial: return "serial";
    case Resource::Threads: return "threads";
    case Resource::Queue: return "queue";
    }
    return "";
}

const char* to_string(Phase phase) {
    switch (phase) {
    case Phase::AllSteps: return "all steps";
    case Phase::FirstRow: return "first row of tiles";
    case Phase::FirstPanel: return "first panel";
    case Phase::CopyOfA: return "copy of A";
    case Phase::Alone: return "alone";
    }
    return "";
}

Ledger::Ledger(Words words, std::string_view without) : words_(words), without_(without) {
    terms_.reserve(usual_terms);
}

Term* Ledger::enter(const char* name, Resource resource, Phase phase, const Expression& cycles) {
    if (cycles.value() == 0 || name == without_) return nullptr;
    Term& term = terms_.emplace_back();
    term.name = name;
    term.resource = resource;
    term.phase = phase;
    term.cycles = cycles;
    term.total = cycles.value();
    return &term;
}

void Ledger::add(const char* name, Resource resource, Phase phase, const Expression& cycles, bool shared) {
    if (Term* term = enter(name, resource, phase, cycles)) term->shared = shared;
}

void Ledger::add_per_step(const char* name, Resource resource, const Expression& cycles, double steps,
                          bool shared) {
    if (Term* term = enter(name, resource, Phase::AllSteps, cycles)) {
        term->a_step = true;
        term->shared = shared;
        term->total *= steps;
    }
}

} // namespace autoconfig
