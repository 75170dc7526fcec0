import type { S3Location } from '#adapters/index.ts'

const EXAMPLE = 's3://bucket/folder?region=eu-central-1'
const PARAMETERS = ['region', 'endpoint']

/**
 * Reads an address such as `s3://bucket/folder?region=eu-central-1&endpoint=https://storage.example.com`. Returns the rest of the
 * sentence "MILLRACE_FILES …" if it is invalid.
 */
export function readS3Address(
  text: string,
): Omit<S3Location, 'accessKeyId' | 'secretAccessKey'> | { readonly problem: string } {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || url.hash !== '' || url.port !== '') {
    return { problem: `must look like ${EXAMPLE}` }
  }
  if (url.username !== '' || url.password !== '') {
    return {
      problem:
        'must not contain the access key; set MILLRACE_S3_ACCESS_KEY_ID and MILLRACE_S3_SECRET_ACCESS_KEY',
    }
  }
  const bucket = url.hostname
  if (!/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/.test(bucket)) {
    return { problem: `must name a bucket, such as ${EXAMPLE}` }
  }
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined) {
    return {
      problem: `has the unknown parameter "${unknown}"; the parameters are ${PARAMETERS.join(' and ')}`,
    }
  }
  const region = url.searchParams.get('region') ?? 'us-east-1'
  if (!/^[a-z0-9-]{1,40}$/.test(region)) return { problem: `has the invalid region "${region}"` }
  const endpoint = readEndpoint(url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`)
  if (endpoint === undefined) {
    return { problem: 'has an endpoint that does not look like https://storage.example.com' }
  }
  const folder = decodeURIComponent(url.pathname).replaceAll(/^\/+|\/+$/g, '')
  if (folder.split('/').some((segment) => segment === '.' || segment === '..')) {
    return { problem: 'has a folder with "." or ".."' }
  }
  return { endpoint, region, bucket, prefix: folder === '' ? '' : `${folder}/` }
}

function readEndpoint(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined
  return url.href.replace(/\/+$/, '')
}
