/** What the work resolves with, and how often others had a turn of the event loop while it went on. */
export async function countTurns<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0
  let isDone = false
  const take = () => {
    turns += 1
    if (!isDone) setImmediate(take)
  }
  setImmediate(take)
  try {
    const result = await work()
    return { result, turns }
  } finally {
    isDone = true
  }
}
