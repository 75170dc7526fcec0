// Sends a file of 100 MiB through every way in and out of the service, on every store, and measures the memory of the service:
// `npm run test:large-files`.
import { printTable } from '#start/print-table.ts'
import { STORE_AND_FILE_KINDS } from '../crash/service/crash-store.ts'
import { inMebibytes, MAX_GROWTH, WayMeasurement } from './measure-ways.ts'
import { WAYS } from './ways.ts'

const rows = WAYS.map(({ name }) => [name])
let isWithinLimit = true
for (const store of STORE_AND_FILE_KINDS) {
  print(`${store} …`)
  const measurement = await WayMeasurement.open(store)
  for (const [index, way] of WAYS.entries()) {
    const { start, peak } = await measurement.measure(way)
    isWithinLimit &&= peak - start < MAX_GROWTH
    rows[index]?.push(`${inMebibytes(peak - start)} (from ${inMebibytes(start)})`)
  }
  await measurement.close()
}
print('')
print('Growth of the memory of the service in MiB')
printTable(['', ...STORE_AND_FILE_KINDS], rows, print)
process.exit(isWithinLimit ? 0 : 1)

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
