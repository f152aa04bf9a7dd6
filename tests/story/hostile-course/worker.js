self.onconnect = ({ ports: [port] }) => port.postMessage('here')
