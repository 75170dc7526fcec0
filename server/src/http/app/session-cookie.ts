const MAX_AGE_SECONDS = 14 * 24 * 60 * 60

/** Browsers restrict `__Host-` cookies to https and to this host; plain http on loopback cannot use the prefix. */
function cookieName(secure: boolean): string {
  return secure ? '__Host-millrace' : 'millrace'
}

export function setSessionCookie(token: string, secure: boolean): string {
  return `${cookieName(secure)}=${token}; Max-Age=${MAX_AGE_SECONDS}; ${attributes(secure)}`
}

export function clearSessionCookie(secure: boolean): string {
  return `${cookieName(secure)}=; Max-Age=0; ${attributes(secure)}`
}

function attributes(secure: boolean): string {
  return `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

export function readSessionCookie(header: string | undefined, secure: boolean): string | undefined {
  const prefix = `${cookieName(secure)}=`
  for (const part of header?.split(';') ?? []) {
    const cookie = part.trim()
    if (cookie.startsWith(prefix) && cookie.length > prefix.length) return cookie.slice(prefix.length)
  }
  return undefined
}
