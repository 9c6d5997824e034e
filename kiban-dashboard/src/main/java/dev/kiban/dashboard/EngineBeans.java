package dev.kiban.dashboard;

import dev.kiban.Kiban;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;

/**
 * The engines among the beans as they are declared, none of them opened for it. Each has the name that the starter gives: the name
 * in its options for the engine that is injected by default, the bean's name for every further one, those that are no candidates by
 * default included. Thread safe.
 *
 * @param beans of the application
 * @param names of the beans, in their order
 * @param injected name of the bean that is injected by default, null when there is none
 */
record EngineBeans(
        ConfigurableListableBeanFactory beans,
        List<String> names,
        @Nullable String injected) {

    static EngineBeans of(ConfigurableListableBeanFactory beans) {
        List<String> names = Stream.of(
                        BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, Kiban.class, false, false))
                .filter(name -> is(beans, name, BeanDefinition::isAutowireCandidate, true))
                .toList();
        return new EngineBeans(beans, names, injected(beans, names));
    }

    /** What Spring would choose where nothing but the type is asked for; to ask it would open the engine. */
    private static @Nullable String injected(ConfigurableListableBeanFactory beans, List<String> names) {
        List<String> primary = names.stream()
                .filter(name -> is(beans, name, BeanDefinition::isPrimary, false))
                .toList();
        if (names.size() == 1 || !primary.isEmpty()) {
            return only(names.size() == 1 ? names : primary);
        }
        List<String> first = names.stream()
                .filter(name -> !is(beans, name, BeanDefinition::isFallback, false))
                .toList();
        return first.size() == 1
                ? only(first)
                : only(names.stream()
                        .filter(name -> is(beans, name, EngineBeans::isDefaultCandidate, true))
                        .toList());
    }

    private static @Nullable String only(List<String> names) {
        return names.size() == 1 ? names.get(0) : null;
    }

    private static boolean isDefaultCandidate(BeanDefinition definition) {
        return !(definition instanceof AbstractBeanDefinition bean) || bean.isDefaultCandidate();
    }

    /** @param otherwise for an object that was registered without a definition */
    private static boolean is(
            ConfigurableListableBeanFactory beans, String name, Predicate<BeanDefinition> question, boolean otherwise) {
        ConfigurableListableBeanFactory owner = owner(beans, name);
        return owner.containsBeanDefinition(name) ? question.test(owner.getMergedBeanDefinition(name)) : otherwise;
    }

    private static ConfigurableListableBeanFactory owner(ConfigurableListableBeanFactory beans, String name) {
        return !beans.containsLocalBean(name)
                        && beans.getParentBeanFactory() instanceof ConfigurableListableBeanFactory parent
                ? owner(parent, name)
                : beans;
    }

    /** Whether to have this bean opens no engine that its application would not have by now: a lazy one waits for its first user. */
    boolean isOpen(String name) {
        return owner(beans, name).containsSingleton(name) || !is(beans, name, BeanDefinition::isLazyInit, false);
    }

    String nameOf(String bean, Kiban kiban) {
        String name =
                bean.equals(injected) && !kiban.isClosed() ? kiban.options().name() : bean;
        return names.contains(name) ? bean : name;
    }
}
