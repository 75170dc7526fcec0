/** The code and its globals as JSON text. */
export const MAX_INPUT_BYTES = 10 * 1024 * 1024
/** The result as JSON text. */
export const MAX_OUTPUT_BYTES = 1024 * 1024
/** A file that code reads or creates, as a body of a message. */
export const MAX_CODE_FILE_BYTES = 16 * 1024 * 1024
/** How many files one run reads and creates. */
export const MAX_FILE_CALLS = 100
export const MAX_OUTPUT_DEPTH = 64

export const MAX_LOG_LINES = 500
export const MAX_LOG_LINE_CHARACTERS = 4096
export const MAX_LOG_CHARACTERS = 256 * 1024

/** The limit of the name, the message and the stack of an error, each. */
export const MAX_ERROR_CHARACTERS = 4096

/** The memory that QuickJS can allocate for one run. */
export const GUEST_MEMORY_BYTES = 64 * 1024 * 1024
/**
 * The memory of a WebAssembly instance at its start, of which QuickJS takes 2.5 MiB, mostly for its stack. It is read after
 * every run, so it is no larger than most runs need.
 */
export const INITIAL_MEMORY_BYTES = 4 * 1024 * 1024
/** QuickJS is built with a stack of 5 MiB. The stack of the process, of which calls use as much, has 1 MiB. */
export const REMOVED_STACK_BYTES = 3 * 1024 * 1024
/**
 * The hard memory limit of a WebAssembly instance. It is higher than the limit of QuickJS, because a growing array is
 * copied and because the input exists twice for a moment.
 */
export const INSTANCE_MEMORY_BYTES = 160 * 1024 * 1024
export const GUEST_STACK_BYTES = 256 * 1024

/** The maximum header size of a request. The header contains the code, and escaping can double its size. */
export const MAX_REQUEST_HEADER_BYTES = MAX_INPUT_BYTES * 2 + 4096

/** The maximum duration of a run. The limit of CPU time below must never affect a run within its deadline. */
export const MAX_RUN_MS = 600_000
/** A child is replaced after this much total busy time. */
export const MAX_BUSY_MS = 240_000
/** The kernel kills a child after this much CPU time: the last resort if the parent died during a native loop. */
export const MAX_CPU_SECONDS = 900
/** The maximum header size of a response. */
export const MAX_REPLY_HEADER_BYTES = 64 * 1024
