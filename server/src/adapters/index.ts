export { systemClock } from './clock/system-clock.ts'
export { systemScheduler } from './clock/system-scheduler.ts'
export { systemThread } from './clock/system-thread.ts'
export { DiskReserve } from './disk/disk-reserve.ts'
export { DiskWatch } from './disk/disk-watch.ts'
export { FolderFileStore } from './files/folder-file-store.ts'
export { S3Bucket, type S3Location } from './files/s3/s3-bucket.ts'
export { MAX_S3_CONTENT_BYTES, S3FileStore } from './files/s3/s3-file-store.ts'
export { randomIds } from './ids/random-ids.ts'
export { MemoryLocalQueue } from './local-queue/memory-local-queue.ts'
export { connectToFirst } from './outgoing/dial/connect-to-first.ts'
export { GuardedDialer, type GuardedDialerOptions } from './outgoing/dial/guarded-dialer.ts'
export { GuardedHttpClient } from './outgoing/http/guarded-http-client.ts'
export { HostSemaphore } from './outgoing/http/host-semaphore.ts'
export { NodemailerMailClient } from './outgoing/mail/nodemailer-mail-client.ts'
export { PgSqlClient } from './outgoing/sql/pg-sql-client.ts'
export { Argon2PasswordHasher } from './passwords/argon2-password-hasher.ts'
export { ProcessSandbox } from './sandbox/process-sandbox.ts'
export { CachedAccessTokens } from './tokens/cached-access-tokens.ts'
export { AesVault, masterKeyId } from './vault/aes-vault.ts'
export { checkCanary } from './vault/canary.ts'
export { FileKeyRing, fixedKeyRing, type KeyRing } from './vault/key-ring.ts'
export {
  makeMasterKey,
  type MasterKeys,
  openMasterKeyFile,
  parseMasterKeys,
  replaceMasterKeyFile,
  requireReplaceable,
} from './vault/master-key.ts'
export { LocalWorkNotifier } from './work-notifier/local-work-notifier.ts'
export { PiscinaWorkerPool } from './workers/piscina-worker-pool.ts'
