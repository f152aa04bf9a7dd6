// A cmi5 unit that sends each statement once and never checks the answer, as most units do.
const query = new URLSearchParams(location.search)
const given = (name) => query.get(name) ?? ''
const cmi5 = 'https://w3id.org/xapi/cmi5/context/'
const begun = Date.now()
const find = (id) => document.querySelector(id)

const fetched = await (await fetch(given('fetch'), { method: 'POST' })).json()
const headers = {
  authorization: `Basic ${fetched['auth-token']}`,
  'content-type': 'application/json',
  'x-experience-api-version': '1.0.3',
}
const store = (path, init) => fetch(given('endpoint') + path, { ...init, headers })
const stateAt = (stateId) =>
  `activities/state?${new URLSearchParams({
    stateId,
    activityId: given('activityId'),
    agent: given('actor'),
    registration: given('registration'),
  })}`
const launch = await (await store(stateAt('LMS.LaunchData'))).json()

async function say(verb, result) {
  const isJudged = result?.success !== undefined || result?.completion !== undefined
  const category = [{ id: `${cmi5}categories/cmi5` }, ...(isJudged ? [{ id: `${cmi5}categories/moveon` }] : [])]
  const limit = result?.score ? { [`${cmi5}extensions/masteryscore`]: launch.masteryScore } : {}
  const { contextActivities, extensions } = launch.contextTemplate
  const statement = {
    id: crypto.randomUUID(),
    timestamp: new Date().toISOString(),
    actor: JSON.parse(given('actor')),
    verb: { id: `http://adlnet.gov/expapi/verbs/${verb}` },
    object: { id: given('activityId') },
    ...(verb === 'initialized' ? {} : { result: { duration: `PT${(Date.now() - begun) / 1000}S`, ...result } }),
    context: {
      registration: given('registration'),
      contextActivities: { ...contextActivities, category },
      extensions: { ...extensions, ...limit },
    },
  }
  const answer = await store('statements', { method: 'POST', body: JSON.stringify(statement) })
  if (!answer.ok) document.title = `${verb}: ${await answer.text()}`
}

async function end() {
  await say('terminated')
  location.href = launch.returnURL
}

await say('initialized')
const kept = await store(stateAt('place'))
let place = kept.ok ? (await kept.json()).place : 1
const show = () => {
  find('h2').textContent = query.has('prov') ? 'Vad betyder gul flagg?' : `Bild ${place}`
}
show()
find('#next').onclick = async () => {
  place += 1
  show()
  await store(stateAt('place'), { method: 'PUT', body: JSON.stringify({ place }) })
}
find('#done').onclick = async () => {
  await say('completed', { completion: true })
  await end()
}
find('#pass').onclick = async () => {
  await say('passed', { success: true, score: { scaled: 0.9 } })
  find('h2').textContent = 'Rätt svar'
}
find('#leave').onclick = end
