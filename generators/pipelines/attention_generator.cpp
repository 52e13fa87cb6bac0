// Attention with several heads (Vaswani et al., NIPS 2017): queries, keys and values are projections of the
// input, each head's scores are softmax(Q K^T / sqrt(size)), and the weighted values of all heads are
// projected back. Estimates are those of BERT-base (12 heads of 64, width 768) on 128 tokens.
#include <Halide.h>

namespace {

using namespace Halide;

class Attention : public Halide::Generator<Attention> {
public:
    Input<Buffer<float>> input{"input", 2}; // (feature, token)
    // Projections to the heads: (element, head, feature).
    Input<Buffer<float>> query_weights{"query_weights", 3}, key_weights{"key_weights", 3},
        value_weights{"value_weights", 3};
    Input<Buffer<float>> output_weights{"output_weights", 3}; // and back: (feature, element, head)
    Output<Buffer<float>> output{"output", 2};                // (feature, token)

    void generate() {
        const Func query = projected("query", query_weights), key = projected("key", key_weights),
                   value = projected("value", value_weights);
        const Expr tokens = input.dim(1).extent();
        RDom d(0, elements(), "d"), t(0, tokens, "t");

        Func score("score"), weight("weight"), context("context"), joined("joined");
        score(other, token, head) += query(d, token, head) * key(d, other, head);
        softmax(score, weight, tokens);
        context(element, token, head) += weight(t, token, head) * value(element, t, head);

        RDom e(0, elements(), 0, query_weights.dim(1).extent(), "e");
        joined(feature, token) += output_weights(feature, e.x, e.y) * context(e.x, token, e.y);
        output(feature, token) = joined(feature, token);
        state_sizes();
    }

private:
    Var element{"element"}, token{"token"}, other{"other"}, head{"head"}, feature{"feature"};

    Expr elements() const { return query_weights.dim(0).extent(); }

    Func projected(const std::string& name, Input<Buffer<float>>& weights) const {
        input.dim(0).set_min(0);
        RDom k(0, input.dim(0).extent(), "k");
        Func result(name);
        result(element, token, head) += weights(element, head, k) * input(k, token);
        return result;
    }

    /// Over `other`, less the largest score so that exp stays finite.
    void softmax(const Func& score, Func& weight, const Expr& tokens) const {
        RDom t(0, tokens, "t");
        Func largest("largest"), power("power"), sum("sum");
        const Expr scale = 1.0f / sqrt(cast<float>(elements()));
        largest(token, head) = score(0, token, head);
        largest(token, head) = max(largest(token, head), score(t, token, head));
        power(other, token, head) = exp((score(other, token, head) - largest(token, head)) * scale);
        sum(token, head) += power(t, token, head);
        weight(other, token, head) = power(other, token, head) / sum(token, head);
    }

    void state_sizes() {
        const int width = 768, heads = 12, size = 64, tokens = 128;
        input.set_estimates({{0, width}, {0, tokens}});
        for (Input<Buffer<float>>* weights : {&query_weights, &key_weights, &value_weights})
            weights->set_estimates({{0, size}, {0, heads}, {0, width}});
        output_weights.set_estimates({{0, width}, {0, size}, {0, heads}});
        output.set_estimates({{0, width}, {0, tokens}});
    }
};

} // namespace

HALIDE_REGISTER_GENERATOR(Attention, attention)
