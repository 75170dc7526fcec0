import { testUnderKills } from './testing/test-under-kills.ts'

testUnderKills('sqlite-s3')
