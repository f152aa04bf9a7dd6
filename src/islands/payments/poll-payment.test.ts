import { expect, test, vi } from 'vitest'
import { maxPolls, type PaymentCalls, pollPayment } from './poll-payment.ts'

function runPoll(answers: Partial<PaymentCalls>, isGone = () => false) {
  const reports: string[] = []
  const calls = { status: vi.fn(async () => 1 as const), provider: vi.fn(async () => 1 as const), ...answers }
  const watch = { pause: async () => {}, say: (one: string) => void reports.push(one), isGone }
  return { calls, reports, outcome: pollPayment(calls, watch) }
}

test('polls the provider at once, and stops at the answer', async () => {
  const { calls, outcome } = runPoll({ provider: async () => 2 })
  expect(await outcome).toBe(2)
  expect(calls.status).not.toHaveBeenCalled()
})

test('polls the portal in between, so that a late message is noticed at once', async () => {
  const status = vi.fn<PaymentCalls['status']>().mockResolvedValueOnce(1).mockResolvedValueOnce(4)
  const { calls, outcome } = runPoll({ status })
  expect(await outcome).toBe(4)
  expect(calls.provider).toHaveBeenCalledTimes(1)
})

test('retries a failed request, and stops after two minutes', async () => {
  const provider = vi.fn<PaymentCalls['provider']>().mockRejectedValue(new Error('offline'))
  const status = vi.fn<PaymentCalls['status']>().mockResolvedValue(1)
  const { reports, outcome } = runPoll({ provider, status })
  expect(await outcome).toBeNull()
  expect(provider.mock.calls.length + status.mock.calls.length).toBe(maxPolls)
  expect(reports[0]).toBe('unreachable')
  expect(reports.at(-1)).toBe('late')
})

test('stops when the page is left', async () => {
  const { calls, outcome } = runPoll({}, () => true)
  expect(await outcome).toBeNull()
  expect(calls.provider).not.toHaveBeenCalled()
})
