import { expect, test, vi } from 'vitest'
import { maxPolls, type PaymentCalls, pollPayment } from './poll-payment.ts'

function runPoll(answers: Partial<PaymentCalls>, isGone = () => false) {
  const reports: string[] = []
  const calls = { status: vi.fn(async () => 1 as const), provider: vi.fn(async () => 1 as const), ...answers }
  const watch = { pause: async () => {}, say: (one: string) => void reports.push(one), isGone }
  return { calls, said: reports, outcome: pollPayment(calls, watch) }
}

test('the provider is asked at once, and the answer ends it', async () => {
  const { calls, outcome } = runPoll({ provider: async () => 2 })
  expect(await outcome).toBe(2)
  expect(calls.status).not.toHaveBeenCalled()
})

test('the portal is asked in between, so that a late word is seen as soon as it comes', async () => {
  const status = vi.fn<PaymentCalls['status']>().mockResolvedValueOnce(1).mockResolvedValueOnce(4)
  const { calls, outcome } = runPoll({ status })
  expect(await outcome).toBe(4)
  expect(calls.provider).toHaveBeenCalledTimes(1)
})

test('a line that fails is tried again, and two minutes are enough', async () => {
  const provider = vi.fn<PaymentCalls['provider']>().mockRejectedValue(new Error('offline'))
  const status = vi.fn<PaymentCalls['status']>().mockResolvedValue(1)
  const { said, outcome } = runPoll({ provider, status })
  expect(await outcome).toBeNull()
  expect(provider.mock.calls.length + status.mock.calls.length).toBe(maxPolls)
  expect(said[0]).toBe('unreachable')
  expect(said.at(-1)).toBe('late')
})

test('nothing is asked on behalf of a page that is left', async () => {
  const { calls, outcome } = runPoll({}, () => true)
  expect(await outcome).toBeNull()
  expect(calls.provider).not.toHaveBeenCalled()
})
