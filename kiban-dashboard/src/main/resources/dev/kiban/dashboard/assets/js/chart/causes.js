// Why writers are slowed or stopped, in words.

import { visible } from '../trace/names.js';

const CAUSES = {
  memtables: 'memtables full',
  l0_files: 'files in L0',
  pending_bytes: 'bytes to compact',
  disk_space: 'disk space',
};

/** The cause in words; one that this version does not know as it is written. */
export const causeName = cause => (Object.hasOwn(CAUSES, cause) ? CAUSES[cause] : visible(cause));
