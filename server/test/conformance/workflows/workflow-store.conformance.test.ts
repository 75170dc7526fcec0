import { runOnEveryStore } from '../conformance-suite.ts'
import { testWorkflowStore } from './workflow-store.ts'

runOnEveryStore('workflow store', testWorkflowStore)
