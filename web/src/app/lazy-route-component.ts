import { lazyRouteComponent as loadLazily } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { reportConnection } from '../api/connection.ts'
import * as errors from '../texts/errors.ts'
import { isReachable } from './is-reachable.ts'

/**
 * A page whose code is loaded when somebody opens it. Code that is gone after an update makes the router load the app
 * anew. While the server cannot be reached, that would replace the app by an error page of the browser: the page then
 * shows an error that can be tried again.
 */
export const lazyRouteComponent = ((load: () => Promise<object>, name: never) =>
  loadLazily(async () => {
    try {
      return await load()
    } catch (error) {
      if (await isReachable()) throw error
      reportConnection('lost')
      throw new ApiError('NETWORK', errors.unreachable, { cause: error })
    }
  }, name)) as typeof loadLazily
