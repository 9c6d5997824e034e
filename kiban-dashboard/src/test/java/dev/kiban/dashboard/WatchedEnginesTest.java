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
    void anEngineThatCannotBeHadIsToldInOneWarningAndHidesNoOther(CapturedOutput output) {
        context.registerBean("one", Kiban.class, () -> engine("ignored"), FURTHER);
        context.registerBean("three", Kiban.class, () -> engine("ignored"), FURTHER);
        context.refresh();
        // Added after the application's own beans were made, so that the dashboard is the first to ask for it.
        context.registerBean(
                "two",
                Kiban.class,
                () -> {
                    throw new IllegalStateException("the disk is gone");
                },
                FURTHER);
        WatchedEngines engines = new WatchedEngines(context.getBeanFactory());
        engines.start();
        assertThat(engines.cards()).extracting(EngineCard::name).containsExactly("one", "three");
        assertThat(output.getAll().lines().filter(line -> line.contains("WARN")))
                .singleElement()
                .asString()
                .contains("the bean 'two'");
        assertThat(output).contains("the disk is gone");
    }

    @Test
    void aLazyEngineIsShownOnceItsFirstUserOpenedIt() {
        context.registerBean("one", Kiban.class, () -> engine("memories"));
        context.registerBean("two", Kiban.class, () -> engine("ignored"), FURTHER, bean -> bean.setLazyInit(true));
        WatchedEngines engines = started();
        assertThat(engines.cards()).extracting(EngineCard::name).containsExactly("memories");
        assertThat(context.getBeanFactory().containsSingleton("two")).isFalse();
        context.getBean("two");
        assertThat(engines.cards()).extracting(EngineCard::name).containsExactly("memories", "two");
        assertThat(engines.lines("two", 0)).first().asString().startsWith("{\"k\":\"head\"");
    }

    @Test
    void aLazyEngineThatIsInjectedByDefaultHasItsOwnNameToo() {
        context.registerBean("one", Kiban.class, () -> engine("memories"), bean -> {
            bean.setLazyInit(true);
            bean.setPrimary(true);
        });
        context.registerBean("two", Kiban.class, () -> engine("ignored"));
        WatchedEngines engines = started();
        assertThat(engines.cards()).extracting(EngineCard::name).containsExactly("two");
        context.getBean(Kiban.class);
        assertThat(engines.cards()).extracting(EngineCard::name).containsExactly("memories", "two");
    }

    @Test
    void theInjectedEngineIsTheOneThatSpringWouldChoose() {
        context.registerBean("one", Kiban.class, () -> engine("first"), bean -> bean.setFallback(true));
        context.registerBean("two", Kiban.class, () -> engine("second"));
        context.registerBean("three", Kiban.class, () -> engine("third"), bean -> bean.setAutowireCandidate(false));
        assertThat(started().cards()).extracting(EngineCard::name).containsExactly("one", "second");
        assertThat(context.getBean(Kiban.class).options().name()).isEqualTo("second");
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
