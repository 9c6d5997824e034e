package dev.kiban.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Kiban;
import dev.kiban.KibanOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.support.GenericApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class WatchedEnginesTest {

    private static final BeanDefinitionCustomizer FURTHER =
            bean -> ((AbstractBeanDefinition) bean).setDefaultCandidate(false);

    private final GenericApplicationContext context = new GenericApplicationContext();

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void theInjectedEngineHasItsOwnNameAndFurtherOnesThoseOfTheirBeans() {
        context.registerBean("one", Kiban.class, () -> engine("memories"));
        context.registerBean("two", Kiban.class, () -> engine("ignored"), FURTHER);
        assertThat(started().cards()).extracting(EngineCard::name).containsExactly("memories", "two");
    }

    @Test
    void noneIsInjectedWhereThereAreSeveralCandidates() {
        context.registerBean("one", Kiban.class, () -> engine("memories"));
        context.registerBean("two", Kiban.class, () -> engine("memories"));
        assertThat(started().cards()).extracting(EngineCard::name).containsExactly("one", "two");
    }

    @Test
    void aNameThatABeanHasIsNotGivenTwice() {
        context.registerBean("one", Kiban.class, () -> engine("two"));
        context.registerBean("two", Kiban.class, () -> engine("ignored"), FURTHER);
        assertThat(started().cards()).extracting(EngineCard::name).containsExactly("one", "two");
    }

    @Test
    void anEngineThatIsClosedLaterKeepsItsPageAndItsPast() {
        context.registerBean("one", Kiban.class, () -> engine("memories"));
        WatchedEngines engines = started();
        assertThat(engines.card("memories").state()).isEqualTo("open");
        context.getBean(Kiban.class).close();
        assertThat(engines.card("memories").state()).isEqualTo("closed");
        assertThat(engines.lines("memories", 0)).first().asString().startsWith("{\"k\":\"head\"");
    }

    @Test
    void nobodyIsToldOfAnEngineThatIsNotThere() {
        WatchedEngines engines = started();
        assertThat(engines.cards()).isEmpty();
        assertThat(engines.card("memories")).isNull();
        assertThat(engines.lines("memories", 0)).isNull();
    }

    @Test
    void anEngineThatCannotBeOpenedIsToldInOneWarning(CapturedOutput output) {
        context.registerBean(
                "one",
                Kiban.class,
                () -> {
                    throw new IllegalStateException("the disk is gone");
                },
                bean -> bean.setLazyInit(true));
        assertThat(started().cards()).isEmpty();
        assertThat(output.getAll().lines().filter(line -> line.contains("WARN")))
                .singleElement()
                .asString()
                .contains("cannot find the application's engines");
        assertThat(output).contains("the disk is gone");
    }

    private WatchedEngines started() {
        context.refresh();
        WatchedEngines engines = new WatchedEngines(context.getBeanFactory());
        engines.start();
        return engines;
    }

    private static Kiban engine(String name) {
        return Kiban.openInMemory(KibanOptions.defaults().toBuilder().name(name).build());
    }
}
