import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TooltipProvider } from '../components/overlay/tooltip.tsx'
import { fakeService, okPage } from '../testing/fake-service.ts'
import { CreateCredentialDialog } from './create-credential-dialog.tsx'

test('a value that is missing gets the focus', async () => {
  fakeService({
    'GET /app/v1/integrations': okPage([]),
    'GET /app/v1/integrations/catalogue': okPage([]),
    'GET /app/v1/credentials': okPage([]),
  })
  const ignore = () => undefined
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <CreateCredentialDialog
          types={['api_key', 'basic_auth']}
          suggestedName=""
          onCreated={ignore}
          onCancel={ignore}
        />
      </TooltipProvider>
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Create' }))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'))
})
