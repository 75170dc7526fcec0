/** Reports whether enough disk space is left to write. */
export interface DiskSpace {
  /** True while free space is below the minimum. Only reads are safe then. */
  isLow(): boolean
}
