/** Whether there is room to write. */
export interface DiskSpace {
  /** True while less than the floor is free: then nothing but reads is safe. */
  isLow(): boolean
}
