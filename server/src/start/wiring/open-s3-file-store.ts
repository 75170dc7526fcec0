import { GuardedDialer, GuardedHttpClient, S3Bucket, S3FileStore, type S3Location } from '#adapters/index.ts'
import type { Clock } from '#ports/index.ts'

/** Opens nothing yet: the first connection is made when a content is written or read. */
export function openS3FileStore(location: S3Location, clock: Clock): S3FileStore {
  // The operator chose the address, so it may be private.
  const policy = { allowLoopback: true, allow: [{ cidr: '0.0.0.0/0' }, { cidr: '::/0' }] }
  const http = new GuardedHttpClient(new GuardedDialer({ policy }))
  return new S3FileStore(new S3Bucket(http, location, clock), () => http.close())
}
