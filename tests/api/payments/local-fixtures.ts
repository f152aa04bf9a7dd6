import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { app } from '#edge/app.ts'
import type { Person } from '../../portal.ts'
import { localSettings, send } from './fixtures.ts'

/** Requests a page from the content origin that frames payments, as a browser does. */
export async function requestPaymentPage(path: string, answer?: string, settings: Partial<Env> = localSettings) {
  const execution = createExecutionContext()
  const sent = answer ? { method: 'POST', body: new URLSearchParams({ answer }) } : {}
  const request = new Request(`http://payment.content.localhost:8787${path}`, { ...sent, redirect: 'manual' })
  const response = await app.fetch(request, { ...env, ...settings }, execution)
  await waitOnExecutionContext(execution)
  return response
}

/** Pays on the local provider's page and returns to the portal. */
export async function payLocally(
  payer: Person,
  { id, reference }: { id: string; reference: string | null },
  settings: Partial<Env>,
): Promise<void> {
  await requestPaymentPage(`/local/${reference}`, 'pay', settings)
  await send(payer, ['POST', `/Payment/OnPaid/${id}`], { settings })
}
