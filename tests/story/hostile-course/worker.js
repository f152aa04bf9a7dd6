/** Fetches the address in each message, outside the page, and answers whether it was reached. */
const goFrom = (line) => {
  line.onmessage = async ({ data }) => {
    try {
      await fetch(data, { mode: 'no-cors' })
      line.postMessage('reached')
    } catch {
      line.postMessage('refused')
    }
  }
}

goFrom(self)
self.onconnect = ({ ports: [port] }) => goFrom(port)
