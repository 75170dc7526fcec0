import './app/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from './api/api-error.ts'
import { App } from './app/app.tsx'
import { adoptStyleNonce } from './app/nonce.ts'
import { createQueryClient } from './app/query-client.ts'
import { createAppRouter } from './app/router.tsx'

adoptStyleNonce()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root"')

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)

createRoot(root, {
  // A service that does not answer has a page of its own to say so; anything else caught on the way is a bug.
  onCaughtError: (error) => {
    if (!(error instanceof ApiError)) console.error(error)
  },
}).render(
  <StrictMode>
    <App queryClient={queryClient} router={router} />
  </StrictMode>,
)
