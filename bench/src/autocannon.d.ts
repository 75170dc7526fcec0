/** The part of autocannon that is used here; the package ships no types of its own. */
declare module 'autocannon' {
  export interface Options {
    url: string
    method: string
    headers: Readonly<Record<string, string>>
    body: string
    duration: number
    connections: number
  }

  export interface Result {
    requests: { average: number; total: number }
    '2xx': number
    non2xx: number
    errors: number
  }

  export default function autocannon(options: Options): Promise<Result>
}
