import { runOnEveryStore } from '../conformance-suite.ts'
import { testRememberedItems } from './remembered-items.ts'

runOnEveryStore('remembered items', testRememberedItems)
