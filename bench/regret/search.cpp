// Searches replayed on measured spaces.
#include "bench/regret/search.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace autoconfig::bench {

namespace {

constexpr std::size_t population = 8;

/// An index, as likely as its weight says.
std::size_t draw(const std::vector<double>& weights, Chance& chance) {
    double place = chance.uniform() * std::accumulate(weights.begin(), weights.end(), 0.0);
    std::size_t last = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] <= 0) continue;
        last = i;
        if ((place -= weights[i]) < 0) break;
    }
    return last;
}

/// A search by evolution on its way.
class Evolution {
public:
    Evolution(const Landscape& landscape, const Parameters& parameters, Chance& chance)
        : seconds_(landscape.seconds), weights_(landscape.weights), parameters_(parameters), chance_(chance) {
    }

    Order run(std::size_t trials) {
        while (order_.size() < std::min(trials, weights_.size()))
            measure(order_.size() < population ? draw(weights_, chance_) : closest(mutated(child())));
        return order_;
    }

private:
    /// Each configuration once.
    void measure(std::size_t config) {
        weights_[config] = 0;
        order_.push_back(config);
        fastest_.push_back(config);
        std::sort(fastest_.begin(), fastest_.end(),
                  [&](std::size_t a, std::size_t b) { return seconds_[a] < seconds_[b]; });
        fastest_.resize(std::min(fastest_.size(), population));
    }

    const Point& parent() {
        const std::size_t a = chance_.below(fastest_.size()), b = chance_.below(fastest_.size());
        return parameters_.points()[fastest_[std::min(a, b)]];
    }

    Point child() {
        const Point &mother = parent(), &father = parent();
        Point point = mother;
        for (std::size_t i = 0; i < point.size(); ++i)
            if (chance_.one_in(2)) point[i] = father[i];
        return point;
    }

    Point mutated(Point point) {
        if (point.empty()) return point;
        const std::size_t parameter = chance_.below(point.size());
        const std::vector<long>& values = parameters_.values(parameter);
        const auto place = std::find(values.begin(), values.end(), point[parameter]) - values.begin();
        const auto moved = place + (chance_.one_in(2) ? 1 : -1);
        if (moved >= 0 && moved < static_cast<std::ptrdiff_t>(values.size()))
            point[parameter] = values[static_cast<std::size_t>(moved)];
        return point;
    }

    /// Of those not yet measured; equally close ones by chance.
    std::size_t closest(const Point& point) {
        int least = std::numeric_limits<int>::max();
        std::size_t equal = 0, found = 0;
        for (std::size_t i = 0; i < weights_.size(); ++i) {
            if (weights_[i] <= 0) continue;
            const int away = distance(parameters_.points()[i], point);
            if (away < least) equal = 0;
            least = std::min(least, away);
            if (away == least && chance_.one_in(++equal)) found = i;
        }
        return found;
    }

    const std::vector<double>& seconds_;
    std::vector<double> weights_; // of those not yet measured
    const Parameters& parameters_;
    Chance& chance_;
    Order order_;
    std::vector<std::size_t> fastest_;
};

} // namespace

Order random_order(const Landscape& landscape, std::size_t trials, Chance& chance) {
    std::vector<double> left = landscape.weights;
    Order order;
    while (order.size() < trials && std::accumulate(left.begin(), left.end(), 0.0) > 0) {
        order.push_back(draw(left, chance));
        left[order.back()] = std::max(0.0, left[order.back()] - 1);
    }
    return order;
}

Order evolutionary_order(const Landscape& landscape, const Parameters& parameters, std::size_t trials,
                         Chance& chance) {
    return Evolution(landscape, parameters, chance).run(trials);
}

Order predicted_order(const std::vector<double>& predicted_s) {
    Order order(predicted_s.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return predicted_s[a] < predicted_s[b]; });
    return order;
}

std::vector<double> regrets_after(const std::vector<int>& trials, const Order& order,
                                  const Landscape& landscape) {
    std::vector<double> regrets;
    for (int count : trials) {
        double fastest = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < std::min<std::size_t>(count, order.size()); ++i)
            fastest = std::min(fastest, landscape.seconds[order[i]]);
        regrets.push_back(fastest / best_seconds(landscape) - 1);
    }
    return regrets;
}

} // namespace autoconfig::bench
