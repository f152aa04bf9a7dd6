import { answerNavigation } from './answer-navigation.ts'
import type { FetchEvent, WorkerScope } from './worker-scope.ts'

declare const self: WorkerScope
/** Service worker of the whole portal that shows its own page where there is no connection, and stores nothing. */
const worker = self

/** Returns the answer that the browser has requested already, where it can, so that the worker costs no time. */
const readAnswer = async ({ preloadResponse, request }: FetchEvent) => (await preloadResponse) ?? fetch(request)

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) =>
  event.waitUntil(worker.registration.navigationPreload?.enable() ?? Promise.resolve()),
)
worker.addEventListener('fetch', (event) => {
  const { mode, method, destination, url } = event.request
  if (mode === 'navigate' && method === 'GET' && destination === 'document')
    event.respondWith(answerNavigation(url, readAnswer(event)))
})
