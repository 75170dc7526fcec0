import { formatNumber } from '../format.ts'

export const scrubber = 'Time of the run'
export const play = 'Play the run'
export const pause = 'Pause'
export const backToEnd = 'Back to the end'
export const live = 'Live'
export const position = (at: string, total: string) => `${at} of ${total}`
export const stepOf = (number: number, total: number) =>
  `step ${formatNumber(number)} of ${formatNumber(total)}`
export const previousMoment = 'Previous moment of the run'
export const nextMoment = 'Next moment of the run'
