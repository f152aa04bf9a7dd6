import { createOutbox } from './outbox.js'

const VERSION = '1.0.3'
const RESUME = 'resume'

/** Opens the connection to the record store: statements out, the learner's place in and out. */
export function openRecord(launch, { onChange }) {
  if (!launch.store) return silentRecord(onChange)
  const { endpoint, auth, actor } = launch.store
  const outbox = createOutbox({ onChange })
  const headers = { authorization: auth, 'x-experience-api-version': VERSION }
  const stateQuery = {
    activityId: launch.activityId,
    agent: JSON.stringify(actor),
    stateId: RESUME,
    ...(launch.registration && { registration: launch.registration }),
  }
  const address = (resource, query) => `${endpoint}${resource}?${new URLSearchParams(query)}`

  const put = (resource, query, document) => (options) =>
    fetch(address(resource, query), {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(document),
      ...options,
    })

  return {
    actor,
    async load() {
      const reply = await patiently(() => fetch(address('activities/state', stateQuery), { headers }))
      if (reply.status === 401 || reply.status === 403) onChange('expired')
      return reply.ok ? reply.json().catch(() => null) : null
    },
    save: (place) => outbox.add({ key: RESUME, send: put('activities/state', stateQuery, place) }),
    tell: (statement) => outbox.add({ send: put('statements', { statementId: statement.id }, statement) }),
    retryNow: outbox.retryNow,
    abandon: outbox.abandon,
  }
}

function silentRecord(onChange) {
  onChange('preview')
  const nothing = () => {}
  return { actor: null, load: async () => null, save: nothing, tell: nothing, retryNow: nothing, abandon: nothing }
}

/** Retries a read of the record store: starting without the learner's place would overwrite it. */
async function patiently(ask, tries = 5) {
  for (let attempt = 1; ; attempt++) {
    try {
      const reply = await ask()
      if (reply.status < 500 || attempt >= tries) return reply
    } catch (error) {
      if (attempt >= tries) throw error
    }
    await new Promise((done) => setTimeout(done, 400 * 2 ** attempt))
  }
}
