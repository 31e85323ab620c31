/** What a store throws. These are faults, never refusals: no caller's input leads here. */
export type StoreFaultCode =
  /** The file was written by a newer version of this program; it was not touched. */
  | 'schema_too_new'
  /** A reader never migrates, and the file has an older schema or none yet. */
  | 'schema_too_old'
  /** The file is a database, but not one of ours. */
  | 'not_a_store'
  /** The file is a symbolic link or not a regular file. */
  | 'unsafe_file'
  /** The engine did not take the settings that make a commit durable. */
  | 'not_durable'
  /** A write or a flush failed: what the disk holds is uncertain, so nothing more is written until a restart. */
  | 'store_faulted'
  /** Another process held the write lock for longer than `busyMs`. */
  | 'store_busy'
  | 'store_closed'
  | 'no_such_workspace'
  | 'workspace_exists'
  /** The events of a write do not continue the log. */
  | 'broken_sequence'
  | 'no_such_event'
  /** A column that holds JSON holds something else: the file was damaged or edited. */
  | 'unreadable_row'
  | 'file_exists';

export type StoreFault = Error & { readonly code: StoreFaultCode };

export function storeFault(code: StoreFaultCode, message: string, cause?: unknown): StoreFault {
  return Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { code });
}
