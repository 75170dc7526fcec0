/** Somebody who uses the web app, whose address is `/app`. */
export class WebAppUser {
  readonly #url: string
  readonly cookie: string

  private constructor(url: string, cookie: string) {
    this.#url = url
    this.cookie = cookie
  }

  static async signIn(
    url: string,
    credentials: { readonly email: string; readonly password: string },
  ): Promise<WebAppUser> {
    const answer = await post(`${url}/app/session`, credentials)
    const [cookie] = (answer.headers.get('set-cookie') ?? '').split(';')
    if (cookie === undefined || cookie === '') throw new Error('Signing in was answered without a cookie.')
    return new WebAppUser(url, cookie)
  }

  /** Nobody accepts it. */
  async invite(role: string, note: string): Promise<void> {
    await post(`${this.#url}/app/invitations`, { role, note }, { cookie: this.cookie })
  }

  async saveFilter(name: string, filter: object): Promise<void> {
    await post(`${this.#url}/app/saved-filters`, { name, filter }, { cookie: this.cookie })
  }
}

async function post(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`POST ${url} was answered with ${answer.status}: ${await answer.text()}`)
  return answer
}
