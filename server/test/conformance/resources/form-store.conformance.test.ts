import { runOnEveryStore } from '../conformance-suite.ts'
import { testFormStore } from './form-store.ts'

runOnEveryStore('form store', testFormStore)
