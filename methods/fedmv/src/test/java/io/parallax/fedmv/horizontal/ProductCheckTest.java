package io.parallax.fedmv.horizontal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Sum;
import io.parallax.core.View;
import io.parallax.fedmv.horizontal.HFedMvMessages.Products;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Sums of products that one party has spoilt. */
class ProductCheckTest {
  private final SpreadStudy study = SpreadStudy.make(3);

  /** The sum where the last party's products are changed. */
  private Sum<Products> sum(UnaryOperator<Products> change, boolean exact) {
    List<Products> each = new ArrayList<>();
    View.byOwner(study.views()).values().forEach(own -> each.add(ExactParty.products(own)));
    each.add(change.apply(each.remove(each.size() - 1)));
    Products total =
        each.stream()
            .reduce(
                (a, b) ->
                    new Products(
                        a.gram().plus(b.gram()),
                        a.cross().plus(b.cross()),
                        a.samples() + b.samples()))
            .orElseThrow();
    return new Sum<>(total, each.size(), exact);
  }

  private static Products times(Products p, double gram, double cross) {
    return new Products(p.gram().scale(gram), p.cross().scale(cross), p.samples());
  }

  private void refused(UnaryOperator<Products> change) {
    assertThatThrownBy(() -> ProductCheck.require(sum(change, true), study.roster()))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("no rows can have the products that the parties sent");
  }

  @Test
  void honestProductsPass() {
    Sum<Products> sum = sum(p -> p, true);
    assertThat(ProductCheck.require(sum, study.roster())).isSameAs(sum.total());
  }

  @Test
  void whatNoRowsCanHaveIsRefused() {
    refused(p -> times(p, -1000, -1000));
    refused(p -> times(p, 1, -1000));
    refused(p -> times(p, -10, 1));
    refused(p -> new Products(p.gram(), p.cross(), p.samples() + 1));
  }

  @Test
  void aMedianIsOfNoRowsAndIsRefused() {
    Sum<Products> sum = sum(p -> p, false);
    assertThatThrownBy(() -> ProductCheck.require(sum, study.roster()))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("not a product of any rows; use 'mode: paper'");
  }
}
