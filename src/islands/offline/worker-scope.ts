interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
export interface FetchEvent extends ExtendableEvent {
  request: Request
  /** Answer that the browser requests while the worker starts; absent unless the worker has enabled it. */
  preloadResponse?: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
export interface CopyRequestEvent extends ExtendableEvent {
  /** `page` is null when its copy is stored already. */
  data: { page: string | null; assets: string[] }
}
/** Global scope of a service worker; TypeScript's DOM types only know the window's. */
export interface WorkerScope {
  registration: { scope: string; navigationPreload?: { enable: () => Promise<void> } }
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
    (type: 'fetch', listener: (event: FetchEvent) => void): void
    (type: 'message', listener: (event: CopyRequestEvent) => void): void
  }
}
