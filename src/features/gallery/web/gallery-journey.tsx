import Undo2 from 'lucide-react/icons/undo-2'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { StatusHead } from '#ui/content/status.tsx'
import { Accordion, AccordionRow } from '#ui/layout/accordion.tsx'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import { Stepper } from '#ui/layout/stepper.tsx'
import { KeyValues } from '#ui/lists/key-values.tsx'
import { Timeline } from '#ui/lists/timeline.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { Countdown } from '#ui/time/countdown.tsx'
import styles from './gallery.module.css'

const STEPS = ['Processing', 'Returning', 'Return Successful', 'Refunding', 'Refund Successful']

export function JourneyParts() {
  return (
    <>
      <Progress />
      <Section>
        <p className={styles.caption}>Please enter the tracking number within</p>
        <Countdown seconds={596_889} />
        <div className={styles.gap} />
        <Countdown seconds={3} onComplete={() => showToast('Time is up')} />
      </Section>
      <OrderInfo />
      <Section>
        <Timeline
          events={[
            { key: '3', text: 'Out for delivery in Portland, ME', time: <Literal>2025-09-09 07:12</Literal> },
            { key: '2', text: 'Departed Boston sort facility', time: <Literal>2025-09-08 03:20</Literal> },
            { key: '1', text: 'Label created', time: <Literal>2025-09-04 17:55</Literal> },
          ]}
        />
      </Section>
      <Section>
        <Accordion>
          <AccordionRow question="How long do I have to return something?" open>
            You have 15 days from delivery.
          </AccordionRow>
          <AccordionRow question="When will I get my refund?">Within a week.</AccordionRow>
        </Accordion>
      </Section>
    </>
  )
}

function Progress() {
  return (
    <>
      <StatusHead
        tone="info"
        icon={Undo2}
        word="Returning"
        line={
          <>
            <span>Return No. </span>
            <Literal>RT2509190442</Literal>
          </>
        }
      >
        <Stepper label="Return" steps={STEPS} current={1} />
      </StatusHead>
      <Section>
        <SectionTitle>Stopped on the way</SectionTitle>
        <Stepper label="Failed return" steps={['Processing', 'Returning', 'Return Failed']} current={2} tone="danger" />
        <div className={styles.gap} />
        <Stepper label="Cancelled return" steps={['Processing', 'Cancel']} current={1} tone="neutral" />
      </Section>
    </>
  )
}

function OrderInfo() {
  return (
    <Section>
      <SectionTitle>Order info</SectionTitle>
      <KeyValues
        items={[
          {
            key: 'no',
            label: 'Order No.',
            value: <Literal>HB25091830217</Literal>,
            end: <CopyButton text="HB25091830217" subject="Order No." />,
          },
          { key: 'time', label: 'Order time', value: <Literal>2025-09-18 08:41:26</Literal> },
          { key: 'pay', label: 'Payment', value: 'PayPal' },
          { key: 'total', label: 'Total', value: <Literal>$386.00</Literal>, total: true },
        ]}
      />
    </Section>
  )
}
