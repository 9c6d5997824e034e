/** Writers queue, one leader appends the group, inserts it, and syncs for all. */
@NullMarked
package dev.kiban.internal.commit;

import org.jspecify.annotations.NullMarked;
