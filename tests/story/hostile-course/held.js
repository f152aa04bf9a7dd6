self.onfetch = (event) => event.respondWith(new Response('mine'))
