import cloudflare from '@astrojs/cloudflare'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'

export default defineConfig({
  output: 'server',
  trailingSlash: 'ignore',
  adapter: cloudflare({ imageService: 'passthrough', prerenderEnvironment: 'node' }),
  integrations: [react()],
  devToolbar: { enabled: false },
  session: { driver: undefined },
  build: { inlineStylesheets: 'never' },
  security: {
    // Calls never authenticate by cookie, and the one form post that signs in checks its own origin.
    checkOrigin: true,
    csp: true,
  },
  vite: {
    plugins: [tailwindcss()],
    build: { assetsInlineLimit: 0 },
  },
})
