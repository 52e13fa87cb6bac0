// product: C[m,n] = max(A[m,k] * B[k,n], 0), sizes at run time, without a schedule of its own.
#include <Halide.h>

class Product : public Halide::Generator<Product> {
public:
    Input<Halide::Buffer<float>> A{"A", 2};  // (k, m)
    Input<Halide::Buffer<float>> B{"B", 2};  // (n, k)
    Output<Halide::Buffer<float>> C{"C", 2}; // (n, m)

    void generate() {
        Halide::RDom k(0, A.dim(0).extent(), "k");
        product(n, m) += A(k, m) * B(n, k);
        C(n, m) = Halide::max(product(n, m), 0.0f);

        A.set_estimates({{0, 256}, {0, 128}});
        B.set_estimates({{0, 192}, {0, 256}});
        C.set_estimates({{0, 192}, {0, 128}});
    }

private:
    Halide::Var n{"n"}, m{"m"};
    Halide::Func product{"product"};
};

HALIDE_REGISTER_GENERATOR(Product, product)
