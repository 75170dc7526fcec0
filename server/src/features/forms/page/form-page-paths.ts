import type { Form } from '#domain/index.ts'
import type { PageAnswer, PageCall } from '#http/index.ts'
import { pageHeaders } from '../../public-pages/public-page-layout.ts'

/** Includes the path of the public URL. */
export function pagePath(publicUrl: string, { id }: Form): string {
  return `${new URL(publicUrl).pathname.replace(/\/$/, '')}/f/${id}`
}

/** Where a page sends its answers. It names the version that the page shows, which may be an earlier one by then. */
export function answerPath(publicUrl: string, form: Form, version = form.version): string {
  return `${pagePath(publicUrl, form)}?version=${version}`
}

/** The response to a stored submission, and to a robot, which should not notice that it was detected. */
export function sendOn(publicUrl: string, form: Form, { isScript }: PageCall): PageAnswer {
  const target = form.settings?.redirect_url
  const location = target === undefined ? `${pagePath(publicUrl, form)}/thanks` : new URL(target).href
  const headers = pageHeaders(form.settings)
  // A script cannot follow a redirect to another site: it gets the address.
  if (isScript) {
    const json = { 'content-type': 'application/json; charset=utf-8' }
    return { status: 200, headers: { ...headers, ...json }, body: JSON.stringify({ location }) }
  }
  return { status: 303, headers: { ...headers, location }, body: '' }
}
