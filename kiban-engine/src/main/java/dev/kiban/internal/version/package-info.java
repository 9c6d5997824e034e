/** Which files make up the store: MANIFEST, versions, and who still reads them. */
@NullMarked
package dev.kiban.internal.version;

import org.jspecify.annotations.NullMarked;
