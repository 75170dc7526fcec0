import { runOnEveryStore } from '../conformance-suite.ts'
import { testFileRecords } from './file-records.ts'

runOnEveryStore('file records', testFileRecords)
