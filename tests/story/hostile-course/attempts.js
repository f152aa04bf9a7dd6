const reached = (what = '') => `reached: ${what}`
const version = { 'x-experience-api-version': '1.0.3', 'content-type': 'application/json' }

const ask = async (url, given = {}) => {
  const { status } = await fetch(url, given)
  return status < 400 ? reached(status) : `refused: ${status}`
}

const store = ({ launch, portal }, path, { method = 'GET', body, token = launch.get('auth') } = {}) =>
  ask(`${portal}/api/articulate/${path}`, {
    method,
    headers: { ...version, authorization: token },
    ...(body && { body }),
  })

const statement = (actor, activity, verb) =>
  JSON.stringify({ actor, verb: { id: `http://adlnet.gov/expapi/verbs/${verb}` }, object: { id: activity } })

const stateOf = (activityId, agent) =>
  `activities/state?${new URLSearchParams({ activityId, agent, stateId: 'place' })}`

/** Resolves when the element has loaded, rejects when it fails. */
const loading = (element, into = document.body) =>
  new Promise((resolve, reject) => {
    element.onload = () => resolve(reached())
    element.onerror = () => reject(new Error('error'))
    into.append(element)
  })

const made = (name, given) => Object.assign(document.createElement(name), given)

/** A refused frame shows an opaque error page, which cannot be read; a frame of the own origin can. */
const framed = async (src) => {
  const frame = made('iframe', { src })
  await loading(frame)
  return frame.contentDocument?.body?.textContent ? reached() : 'refused: nothing to be seen'
}

/** Opens a WebRTC connection, which `connect-src` does not cover, from this window or from a frame's. */
const lineFrom = async (given) => {
  const frame = given && made('iframe', given)
  if (frame) await loading(frame)
  const { RTCPeerConnection: Line } = frame ? frame.contentWindow : window
  const line = new Line()
  line.createDataChannel('out')
  await line.setLocalDescription(await line.createOffer())
  return reached()
}

const workerOf = async (register) => {
  await register()
  return reached()
}

/**
 * Attempts to reach the portal's page, storage and windows, other packages and other people. Those whose names begin
 * with "own" must succeed.
 */
export const attempts = {
  'own file': () => ask('window.html'),
  'own storage': async () => {
    localStorage.setItem('place', '7')
    return reached(localStorage.getItem('place'))
  },
  'own frame': () => framed('window.html'),
  'own worker': () =>
    new Promise((resolve, reject) => {
      const worker = new Worker('worker.js')
      worker.onmessage = () => resolve(reached())
      worker.onerror = () => reject(new Error('error'))
      worker.postMessage('')
    }),
  'own state': (scene) =>
    store(scene, stateOf(scene.launch.get('activity_id'), scene.launch.get('actor')), {
      method: 'PUT',
      body: '{"slide":7}',
    }),
  'own statement': (scene) =>
    store(scene, 'statements', {
      method: 'POST',
      body: statement(JSON.parse(scene.launch.get('actor')), scene.launch.get('activity_id'), 'experienced'),
    }),

  'parent document': async () => reached(parent.document.title),
  'parent storage': async () => reached(parent.localStorage.getItem('token')),
  'parent address': async () => reached(top.location.href),
  'parent function': async () => reached(parent.fetch('/api/User')),
  'token in storage': async () => (localStorage.getItem('token') ? reached() : 'refused: not here'),
  'cookies of the portal': async () => (document.cookie ? reached(document.cookie) : 'refused: none'),
  'cookie for the portal': async ({ portal }) => {
    // biome-ignore lint/suspicious/noDocumentCookie: so that browsers without a cookie store are tried as well.
    document.cookie = `planted=1; domain=${new URL(portal).hostname}; path=/`
    return document.cookie.includes('planted') ? reached() : 'refused: not taken'
  },

  'call without a token': ({ portal }) => ask(`${portal}/api/User`),
  'call with the launch token': ({ portal, launch }) =>
    ask(`${portal}/api/User`, { headers: { authorization: launch.get('auth') } }),
  'call as if it were the portal': ({ portal, launch }) =>
    ask(`${portal}/api/User`, { credentials: 'include', headers: { authorization: launch.get('auth') } }),
  'call beside the record store': ({ portal, launch, otherPart }) =>
    ask(`${portal}/api/articulate/part/${otherPart}`, { headers: { authorization: launch.get('auth') } }),
  'call by a detour': ({ portal, launch }) =>
    ask(`${portal}/api/articulate/..%2fUser`, { headers: { authorization: launch.get('auth') } }),
  'written call': ({ portal, launch }) =>
    ask(`${portal}/api/Events`, { method: 'POST', headers: { authorization: launch.get('auth') }, body: '{}' }),
  'page of the portal': ({ portal }) => ask(`${portal}/profile`, { credentials: 'include' }),
  'script of the portal': ({ portal }) => import(`${portal}/locales/sv/player.json`).then(() => reached()),

  'another’s record': (scene) =>
    store(scene, `statements?agent=${encodeURIComponent(JSON.stringify(scene.otherPerson))}`),
  'a statement as another': (scene) =>
    store(scene, 'statements', {
      method: 'POST',
      body: statement(scene.otherPerson, scene.launch.get('activity_id'), 'passed'),
    }),
  'another’s state': (scene) =>
    store(scene, stateOf(scene.launch.get('activity_id'), JSON.stringify(scene.otherPerson))),
  'another course’s state': (scene) =>
    store(scene, stateOf(scene.otherActivity, scene.launch.get('actor')), { method: 'PUT', body: '{}' }),
  'the record store without a token': (scene) => store(scene, 'statements', { token: '' }),
  'the record store with a made up token': (scene) => store(scene, 'statements', { token: 'Bearer made-up' }),
  'the record store as a system': (scene) => store(scene, 'statements', { token: `Basic ${btoa('1:upint_x')}` }),

  'leading the page away': async ({ foreign }) => {
    top.location.href = foreign
    return reached()
  },
  'leading the page away by a link': async ({ foreign }) => {
    const link = made('a', { href: `${foreign}/top-link`, target: '_top' })
    document.body.append(link)
    link.click()
    return 'refused: judged by where the page is'
  },
  'going back': async () => {
    history.go(-5)
    return 'refused: judged by where the page is'
  },
  'a form': async ({ portal }) => {
    const form = made('form', { action: `${portal}/api/Authentication/Login`, method: 'post', target: '_top' })
    document.body.append(form)
    form.submit()
    return 'refused: judged by where the page is'
  },
  'a download': async () => {
    const link = made('a', { href: URL.createObjectURL(new Blob(['MZ'])), download: 'kurs.exe' })
    document.body.append(link)
    link.click()
    return 'refused: judged by what was fetched'
  },

  'framing the portal': ({ portal }) => framed(`${portal}/`),
  'framing another package': ({ otherPackage }) => framed(otherPackage),
  'another package’s files': ({ otherPackage }) => ask(otherPackage),
  'another package’s files, unread': ({ otherPackage }) => ask(otherPackage, { mode: 'no-cors' }),
  'another package’s scripts': ({ otherPackage }) => import(new URL('course.js', otherPackage)).then(() => reached()),
  'files above its own': async () => {
    const paths = ['/../', '/%2e%2e/', '/..%2f..%2fpackages/', '/%2e%2e%2fcontent_packages']
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(path)).status))
    return statuses.every((status) => status === 404) ? 'refused: 404' : reached(statuses)
  },

  'a service worker': () => workerOf(() => navigator.serviceWorker.register('worker.js')),
  'a service worker that is held already': async () => {
    await loading(made('script', { src: 'held.js' }))
    return workerOf(() => navigator.serviceWorker.register('held.js', { updateViaCache: 'all' }))
  },
  'a service worker of modules that are held already': async () => {
    await import('./held.js')
    return workerOf(() => navigator.serviceWorker.register('held.js', { updateViaCache: 'all', type: 'module' }))
  },
  'a service worker in the portal’s folder': () =>
    workerOf(() => navigator.serviceWorker.register('/_portal/evil.js', { scope: '/' })),
  'a service worker by a frame of its own': async () => {
    const frame = made('iframe', { src: '/_portal/start.html' })
    await loading(frame)
    return workerOf(() => frame.contentWindow.navigator.serviceWorker.register('/worker.js', { scope: '/' }))
  },
  'a service worker by a page that is not there': async () => {
    const frame = made('iframe', { src: '/no/such/page.html' })
    await loading(frame)
    return workerOf(() => frame.contentWindow.navigator.serviceWorker.register('/worker.js', { scope: '/' }))
  },
  'a line between browsers': () => lineFrom(),
  'a line between browsers from a frame': () => lineFrom({ src: 'window.html' }),
  'a line between browsers from a frame without an address': () => lineFrom({ srcdoc: '<p>Här</p>' }),
  'a line between browsers from a frame out of nothing': () =>
    lineFrom({ src: URL.createObjectURL(new Blob(['<p>Här</p>'], { type: 'text/html' })) }),
  'a line between browsers from a page that is not there': () => lineFrom({ src: '/no/such/page.html' }),
  'a line between browsers from an address that is too long': () => lineFrom({ src: `/${'x'.repeat(20_000)}` }),
  'the camera': () => navigator.mediaDevices.getUserMedia({ video: true }).then(() => reached()),
  'the place': () =>
    new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(() => resolve(reached()), reject)),
  'the clipboard': () => navigator.clipboard.readText().then(reached),
}
