import { testUnderKills } from './testing/test-under-kills.ts'

testUnderKills('postgres')
