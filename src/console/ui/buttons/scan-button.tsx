import { ScanBarcode } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useBrowserValue } from '#ui/state/use-store.ts'
import { Note } from '../content/note.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { Button } from './button.tsx'
import styles from './scan-button.module.css'

/** The barcode detector of browsers that have one. TypeScript lacks its types. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = new () => Detector

const hasDetector = (scope: object): scope is { BarcodeDetector: DetectorClass } => 'BarcodeDetector' in scope

const findDetector = (): DetectorClass | null =>
  'mediaDevices' in navigator && matchMedia('(pointer: coarse)').matches && hasDetector(window)
    ? window.BarcodeDetector
    : null

const lookMs = 150

type Props = {
  /** The name of the scanned item. */
  name: string
  onRead: (text: string) => void
}

/** Renders the button that scans a barcode with the camera. Browsers without a barcode detector show nothing. */
export function ScanButton({ name, onRead }: Props) {
  const Found = useBrowserValue(findDetector, () => null)
  const [isOpen, setOpen] = useState(false)
  if (!Found) return null
  const close = () => setOpen(false)
  return (
    <>
      <Button icon={ScanBarcode} aria-label={`Scan the ${name}`} onClick={() => setOpen(true)}>
        Scan
      </Button>
      {isOpen && (
        <Dialog
          isOpen
          title={`Scan the ${name}`}
          onClose={close}
          footer={
            <Button size="large" onClick={close}>
              Cancel
            </Button>
          }
        >
          <Camera
            Found={Found}
            onRead={(text) => {
              close()
              onRead(text)
            }}
          />
        </Dialog>
      )}
    </>
  )
}

function Camera({ Found, onRead }: { Found: DetectorClass; onRead: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const read = useRef(onRead)
  read.current = onRead
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    let isHere = true
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const detector = new Found()
    async function look() {
      if (!isHere || !video.current) return
      const [code] = await detector.detect(video.current).catch(() => [])
      if (!isHere) return
      if (code?.rawValue) return read.current(code.rawValue.trim())
      timer = setTimeout(look, lookMs)
    }
    async function open() {
      const opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      stream = opened
      if (!isHere || !video.current) return stop()
      video.current.srcObject = opened
      await video.current.play()
      await look()
    }
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    open().catch(() => isHere && setRefused(true))
    return () => {
      isHere = false
      clearTimeout(timer)
      stop()
    }
  }, [Found])
  if (isRefused) {
    return (
      <Note tone="warning" isAnnounced>
        The camera did not open. Allow it in the browser, or type the number.
      </Note>
    )
  }
  return (
    <>
      <video ref={video} className={styles.camera} playsInline muted aria-label="Camera view" />
      <p className={styles.hint}>Point the camera at the barcode. It is scanned automatically.</p>
    </>
  )
}
