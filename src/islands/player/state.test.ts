import { afterEach, expect, test, vi } from 'vitest'
import { $player, closePlayer, openMaterial, openPart, startAgain } from './state.ts'

const calls = vi.hoisted(() => vi.fn<(call: string, input: unknown) => Promise<unknown>>())
vi.mock('../client/api.ts', () => ({ api: calls, ApiError: class extends Error {} }))
vi.mock('./until-completed.ts', () => ({ untilCompleted: () => new Promise(() => undefined) }))

const answers: Record<string, unknown> = {
  'GET /Articulate/part/:id': { title: 'Flaggor', url: 'http://content.test/', agent: {}, signUp: 'needed' },
  'GET /EducationParts/:id/results/:userId': [],
}

afterEach(() => {
  closePlayer()
  vi.clearAllMocks()
})

test('a part of several educations is started in the one that it was opened from', async () => {
  const signedUp = new Promise<unknown>((resolve) => {
    calls.mockImplementation(async (call, input) => {
      if (call.startsWith('PUT')) resolve(input)
      return answers[call]
    })
  })
  void openPart({ educationPartId: 67, educationId: 40, userId: 7 })
  expect(await signedUp).toMatchObject({ params: { id: 67 }, body: [{ userId: 7, educationId: 40 }] })
})

test('restarts material by a new attempt of material, and a part by a new attempt of the part', async () => {
  const launch = {
    format: 'page',
    title: 'Handledning',
    courseUri: 'http://content.test/',
    origins: [],
    agent: {},
    signUp: 'needed',
  }
  const requests: string[] = []
  calls.mockImplementation(async (call) => {
    requests.push(call)
    if (call.includes('/isEducatorMaterialCompleted/')) return true
    return call.startsWith('GET /Articulate') ? launch : []
  })
  await openMaterial(3, 7, () => undefined)
  requests.length = 0
  await startAgain()
  expect(requests.slice(0, 2)).toEqual([
    'POST /Articulate/educatorpart/:id/attempts',
    'GET /Articulate/educatorpart/:id',
  ])
  expect(calls).toHaveBeenCalledWith(requests[0], { params: { id: 3 } })
  expect($player.get()).toMatchObject({ of: 'material', phase: 'running' })

  void openPart({ educationPartId: 67, educationId: 40, userId: 7 })
  await vi.waitFor(() => expect($player.get()).toMatchObject({ of: 'part', phase: 'running' }))
  requests.length = 0
  void startAgain()
  await vi.waitFor(() => expect(requests[1]).toBe('GET /Articulate/part/:id'))
  expect(requests[0]).toBe('POST /Articulate/part/:id/attempts')
})

test('a preview signs nobody up and awaits no completion', async () => {
  const launch = { format: 'page', title: 'Flaggor', courseUri: 'http://content.test/', origins: [], agent: {} }
  for (const [signUp, isTrial] of [
    ['none', false],
    ['needed', true],
  ] as const) {
    const requests: string[] = []
    calls.mockImplementation(async (call) => {
      requests.push(call)
      return { ...launch, signUp }
    })
    await openPart({ educationPartId: 67, educationId: 40, userId: 7, isTrial })
    expect(requests).toEqual(['GET /Articulate/part/:id'])
    expect($player.get()).toMatchObject({ phase: 'running', counts: false, approved: false })
  }
})
