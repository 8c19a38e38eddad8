import '@vitejs/plugin-react/preamble'

// Hot reload must be in place before the first component loads.
await import('./entry-client.tsx')
