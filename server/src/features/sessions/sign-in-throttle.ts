import { AppError, clientNetwork, foldCase } from '#domain/index.ts'
import type { Clock } from '#ports/index.ts'
import { KeyedLimiter } from '../shared/keyed-limiter.ts'

const WINDOW_MS = 15 * 60 * 1000
const MAX_FAILURES = 10
const MAX_FAILURES_OF_PERSON = 50
const MAX_FAILURES_OF_NETWORK = 100

export interface SignInAttempt {
  readonly email: string
  /** The network address, or whatever else the attempts of one origin have in common. */
  readonly from: string
  /** True if the person is known to have signed in from there. */
  readonly isUsual: boolean
}

/** An attempt that counts as failed until one of these is called. */
export interface CountedAttempt {
  /** The password was right. */
  succeed(): void
  /** The password was not checked. */
  takeBack(): void
}

/**
 * Slows down guessing. Failed attempts of a quarter of an hour count three times:
 *
 * 1. For one email address from one network address: at most 10.
 * 2. For one email address from everywhere, which bounds what many addresses can try together: at most 50.
 * 3. From one network address for everybody, which bounds trying one password with many people: at most 100.
 *
 * Where a person has signed in before, only the first limit holds. So nobody can lock them out from elsewhere, nor with
 * attempts for other people.
 */
export class SignInThrottle {
  readonly #pairs: KeyedLimiter
  readonly #people: KeyedLimiter
  readonly #networks: KeyedLimiter

  constructor(clock: Clock) {
    const limiter = (limit: number) => new KeyedLimiter({ clock, limit, windowMs: WINDOW_MS })
    this.#pairs = limiter(MAX_FAILURES)
    this.#people = limiter(MAX_FAILURES_OF_PERSON)
    this.#networks = limiter(MAX_FAILURES_OF_NETWORK)
  }

  /** Counts the attempt before the password is checked, so that concurrent attempts count too. */
  count({ email, from, isUsual }: SignInAttempt): CountedAttempt {
    const person = foldCase(email.trim())
    const network = clientNetwork(from)
    const pair = `${person}\n${network}`
    refuseAfter(this.#pairs.take(pair), 'Too many failed attempts.')
    if (!isUsual) this.#countStranger(person, network, pair)
    const takeBackStranger = () => {
      if (isUsual) return
      this.#people.giveBack(person)
      this.#networks.giveBack(network)
    }
    return {
      succeed: () => {
        this.#pairs.forget(pair)
        takeBackStranger()
      },
      takeBack: () => {
        this.#pairs.giveBack(pair)
        takeBackStranger()
      },
    }
  }

  /** A refused attempt counts nowhere: nothing was tried. */
  #countStranger(person: string, network: string, pair: string): void {
    const networkWait = this.#networks.take(network)
    if (networkWait !== undefined) {
      this.#pairs.giveBack(pair)
      refuseAfter(networkWait, 'Too many failed attempts from your network.')
    }
    const personWait = this.#people.take(person)
    if (personWait !== undefined) {
      this.#pairs.giveBack(pair)
      this.#networks.giveBack(network)
      refuseAfter(
        personWait,
        'Too many failed attempts for this email address. You can sign in where you signed in before.',
      )
    }
  }
}

function refuseAfter(seconds: number | undefined, reason: string): void {
  if (seconds === undefined) return
  const minutes = Math.ceil(seconds / 60)
  throw new AppError(
    'RATE_LIMITED',
    `${reason} Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retry_after_seconds: seconds },
  )
}
