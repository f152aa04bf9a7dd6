/** Every way in which a browser can contact a host of another origin; the host counts its visitors. */

const made = (name, given) => Object.assign(document.createElement(name), given)

const loading = (name, given, into = document.head) =>
  new Promise((resolve, reject) => {
    const element = made(name, given)
    element.onload = () => resolve('reached')
    element.onerror = () => reject(new Error('error'))
    into.append(element)
  })

const styled = async (css) => {
  document.head.append(made('style', { textContent: css }))
  return 'refused: judged by who came'
}

const said = (act) => async (scene) => {
  await act(scene)
  return 'refused: judged by who came'
}

/**
 * Frames an answer of the own host that is no file. A host that sends it without the policy lets the course fetch
 * anything from there.
 */
const fromWithin =
  (path, word) =>
  async ({ foreign }) => {
    const frame = made('iframe', { src: path })
    await new Promise((resolve) => {
      frame.onload = resolve
      document.body.append(frame)
    })
    await frame.contentWindow.fetch(`${foreign}/${word}`, { mode: 'no-cors' })
    return 'reached'
  }

export const elsewhere = {
  'from a page that is not there': fromWithin('/no/such/page.html', 'not-there'),
  'from the first page of the host': fromWithin('/', 'first-page'),
  'from a path that is none': fromWithin('/%00', 'no-path'),
  'from the portal’s folder': fromWithin('/_portal/', 'portal-folder'),
  'from an address that is too long for the portal': fromWithin(`/${'x'.repeat(20_000)}`, 'too-long'),
  'from an address that is too long for its server': fromWithin(`/${'x'.repeat(1_900_000)}`, 'far-too-long'),
  'by a call': ({ foreign }) => fetch(`${foreign}/fetch`, { mode: 'no-cors' }).then(() => 'reached'),
  'by a beacon': said(({ foreign }) => navigator.sendBeacon(`${foreign}/beacon`, 'x')),
  'by a request of old': ({ foreign }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.onload = () => resolve('reached')
      request.onerror = () => reject(new Error('error'))
      request.open('GET', `${foreign}/xhr`)
      request.send()
    }),
  'by a picture': ({ foreign }) => loading('img', { src: `${foreign}/img` }, document.body),
  'by a film': ({ foreign }) => loading('video', { src: `${foreign}/video` }, document.body),
  'by an object': ({ foreign }) => loading('object', { data: `${foreign}/object` }, document.body),
  'by a script': ({ foreign }) => loading('script', { src: `${foreign}/script.js` }),
  'by a module': ({ foreign }) => import(`${foreign}/module.js`).then(() => 'reached'),
  'by a style sheet': ({ foreign }) => loading('link', { rel: 'stylesheet', href: `${foreign}/style.css` }),
  'by an import of a style': ({ foreign }) => styled(`@import url("${foreign}/import.css")`),
  'by a background': ({ foreign }) => styled(`body { background: url("${foreign}/background") }`),
  'by a font': ({ foreign }) => {
    document.fonts.add(new FontFace('Elsewhere', `url("${foreign}/font.woff2")`))
    return document.fonts.load('1em Elsewhere').then((found) => (found.length ? 'reached' : 'refused: none'))
  },
  'by a socket': ({ foreign }) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(foreign.replace('http', 'ws'))
      socket.onopen = () => resolve('reached')
      socket.onerror = () => reject(new Error('error'))
    }),
  'by a stream of events': ({ foreign }) =>
    new Promise((resolve, reject) => {
      const source = new EventSource(`${foreign}/events`)
      source.onopen = () => resolve('reached')
      source.onerror = () => reject(new Error('error'))
    }),
  'by fetching ahead': ({ foreign }) => loading('link', { rel: 'prefetch', href: `${foreign}/prefetch` }),
  'by loading ahead': ({ foreign }) => loading('link', { rel: 'preload', as: 'image', href: `${foreign}/preload` }),
  'by an icon': said(({ foreign }) => document.head.append(made('link', { rel: 'icon', href: `${foreign}/icon` }))),
  'by a manifest': said(({ foreign }) =>
    document.head.append(made('link', { rel: 'manifest', href: `${foreign}/manifest` })),
  ),
  'by speculation': said(({ foreign }) =>
    document.head.append(
      made('script', {
        type: 'speculationrules',
        textContent: JSON.stringify({ prefetch: [{ source: 'list', urls: [`${foreign}/speculation`] }] }),
      }),
    ),
  ),
  'by a ping': said(({ foreign }) => {
    const link = made('a', { href: '#own', ping: `${foreign}/ping` })
    document.body.append(link)
    link.click()
  }),
  'by a form': said(({ foreign }) => {
    // A form submitted in the frame itself would replace the course by the browser's error page.
    const form = made('form', { action: `${foreign}/form`, method: 'post', target: 'inner' })
    document.body.append(made('iframe', { name: 'inner' }), form)
    form.submit()
  }),
  'by a frame': said(({ foreign }) => document.body.append(made('iframe', { src: `${foreign}/frame` }))),
  'by a frame that goes on': said(({ foreign }) => {
    const frame = made('iframe', { src: '/window.html' })
    const goOn = () => {
      frame.contentWindow.location = `${foreign}/frame-goes-on`
    }
    frame.addEventListener('load', goOn, { once: true })
    document.body.append(frame)
  }),
  'by a worker': ({ foreign }) =>
    new Promise((resolve, reject) => {
      const code = `fetch(${JSON.stringify(`${foreign}/worker`)}, { mode: 'no-cors' }).then(() => postMessage('reached'), () => postMessage('refused'))`
      const worker = new Worker(URL.createObjectURL(new Blob([code])))
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = () => reject(new Error('error'))
    }),
  'by a worker of a file': ({ foreign }) =>
    new Promise((resolve, reject) => {
      const worker = new Worker('worker.js')
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = () => reject(new Error('error'))
      worker.postMessage(`${foreign}/worker-of-a-file`)
    }),
  'by a shared worker': ({ foreign }) =>
    new Promise((resolve, reject) => {
      const worker = new SharedWorker('worker.js')
      worker.onerror = () => reject(new Error('error'))
      const { port } = worker
      port.onmessage = ({ data }) => resolve(data)
      port.postMessage(`${foreign}/shared-worker`)
    }),
  'by connecting ahead': said(({ foreign }) =>
    document.head.append(made('link', { rel: 'preconnect', href: foreign })),
  ),
}
