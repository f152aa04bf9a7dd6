interface Usage {
  usedSize: number
  embedderHeapUsedSize?: number
  backingStorageSize?: number
}

const msBetweenLooks = 100
const mega = 1024 ** 2

async function inspectorOf(port: number): Promise<WebSocket> {
  const listed = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const [target] = listed
  if (!target) throw new Error('the runtime has no inspector')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('the inspector cannot be reached')), { once: true })
  })
  return socket
}

/**
 * Polls the used heap of the portal's isolate, buffers included. `stop` returns the highest value seen, in megabytes.
 */
export async function watchHeap(port: number): Promise<{ stop: () => Promise<number> }> {
  const socket = await inspectorOf(port)
  let most = 0
  socket.addEventListener('message', ({ data }) => {
    const { result } = JSON.parse(String(data)) as { result?: Usage }
    const { usedSize = 0, embedderHeapUsedSize = 0, backingStorageSize = 0 } = result ?? {}
    most = Math.max(most, usedSize + embedderHeapUsedSize + backingStorageSize)
  })
  let id = 0
  const look = () => socket.send(JSON.stringify({ id: ++id, method: 'Runtime.getHeapUsage' }))
  const timer = setInterval(look, msBetweenLooks)
  look()
  return {
    async stop() {
      clearInterval(timer)
      socket.close()
      return most / mega
    },
  }
}
