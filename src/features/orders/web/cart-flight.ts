const durationMs = 480

/**
 * Animates a dot from the tapped element to the cart. Does nothing if the visitor prefers reduced motion or the cart is not
 * visible.
 */
export function flyToCart(from: HTMLElement, cartId: string): void {
  const cart = document.getElementById(cartId)
  if (!cart || !from.isConnected || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const start = from.getBoundingClientRect()
  const end = cart.getBoundingClientRect()
  const dot = document.createElement('div')
  dot.dataset.flight = 'cart'
  Object.assign(dot.style, {
    position: 'fixed',
    insetBlockStart: `${start.top + start.height / 2 - 7}px`,
    left: `${start.left + start.width / 2 - 7}px`,
    inlineSize: '14px',
    blockSize: '14px',
    borderRadius: '50%',
    background: 'var(--accent-fill)',
    pointerEvents: 'none',
    zIndex: '100',
  })
  document.body.append(dot)
  const x = end.left + end.width / 2 - (start.left + start.width / 2)
  const y = end.top + end.height / 2 - (start.top + start.height / 2)
  const flight = dot.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: `translate(${x * 0.55}px, ${y * 0.8}px) scale(1.15)`, opacity: 1, offset: 0.6 },
      { transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: 0.4 },
    ],
    { duration: durationMs, easing: 'cubic-bezier(.3,.1,.3,1)' },
  )
  const removeDot = () => {
    dot.remove()
    cart.animate([{ transform: 'none' }, { transform: 'scale(1.18)' }, { transform: 'none' }], { duration: 200 })
  }
  flight.onfinish = removeDot
  flight.oncancel = () => dot.remove()
}
