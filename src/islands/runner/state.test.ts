import { afterEach, expect, test, vi } from 'vitest'
import { closeRunner, openPart } from './state.ts'

const calls = vi.hoisted(() => vi.fn<(call: string, given: unknown) => Promise<unknown>>())
vi.mock('../api.ts', () => ({ api: calls, ApiError: class extends Error {} }))

const answers: Record<string, unknown> = {
  'GET /Articulate/part/:id': { title: 'Flaggor', url: 'http://content.test/', agent: {} },
  'GET /EducationParts/:id/results/:userId': [],
}

afterEach(() => {
  closeRunner()
  vi.clearAllMocks()
})

test('a part of several educations is begun in the one it was opened in', async () => {
  const signedUp = new Promise<unknown>((resolve) => {
    calls.mockImplementation(async (call, given) => {
      if (call.startsWith('PUT')) resolve(given)
      return answers[call]
    })
  })
  void openPart(67, 40, 7)
  expect(await signedUp).toMatchObject({ params: { id: 67 }, body: [{ userId: 7, educationId: 40 }] })
})
