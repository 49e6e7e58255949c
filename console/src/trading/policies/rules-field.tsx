import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState, type DragEvent } from 'react';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconCopy,
  IconGripVertical,
  IconPencil,
  IconPlus,
  IconTrash,
} from '../../shared/icons/index.ts';
import { describeRule } from './describe-rule.ts';
import { copyOf, emptyRule, ruleOf, toProposal, type Draft, type RuleDraft } from './draft.ts';
import { RuleField } from './rule-field.tsx';
import classes from './rules-field.module.css';
import { TEMPLATES } from './templates.ts';
import { texts } from './texts.ts';
import { Tool } from './tool.tsx';

const { editor: words } = texts;

interface RulesFieldProps {
  readonly form: UseFormReturnType<Draft>;
  /** What is doubtful about each rule. */
  readonly warnings: readonly (readonly string[])[];
  /** The key of the rule whose fields are shown. */
  readonly opened: string | undefined;
  readonly onOpen: (key: string | undefined) => void;
}

/** The rules as sentences in their order, one of them with its fields. */
export function RulesField({ form, warnings, opened, onOpen }: RulesFieldProps) {
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const { rules } = form.values;
  const sentences = toProposal(form.values).rules;
  const move = (from: number, to: number) => form.reorderListItem('rules', { from, to });
  const add = (rule: RuleDraft, place = rules.length) => {
    form.insertListItem('rules', rule, place);
    onOpen(rule.key);
  };
  const end = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  return (
    <Stack gap="md">
      {rules.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noRules}
        </Text>
      )}
      <ol className={classes.rules} aria-label={words.rules}>
        {rules.map((rule, index) => {
          const sentence = sentences[index];
          const isOpen = rule.key === opened;
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons of the row move it too
            <li
              key={rule.key}
              className={classes.rule}
              data-over={over === index && dragged !== index}
              onDragOver={(event) => {
                if (dragged === undefined) return;
                event.preventDefault();
                setOver(index);
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== undefined) move(dragged, index);
                end();
              }}
            >
              <div className={classes.line}>
                <span
                  className={classes.grip}
                  draggable
                  aria-hidden
                  onDragStart={(event) => {
                    takeRow(event);
                    setDragged(index);
                  }}
                  onDragEnd={end}
                >
                  <IconGripVertical size={16} />
                </span>
                <Text size="sm" c="dimmed" className={classes.number} aria-hidden>
                  {index + 1}
                </Text>
                <div className={classes.sentence}>
                  <Text size="sm" data-sentence>
                    {sentence && describeRule(sentence)}
                  </Text>
                  {rule.description !== '' && (
                    <Text size="sm" c="dimmed">
                      {rule.description}
                    </Text>
                  )}
                  {[...(warnings[index] ?? []), ...(isOpen ? [] : faultsAt(form.errors, index))].map(
                    (text) => (
                      <Text key={text} size="sm" c="var(--quaestor-warn)" className={classes.warning}>
                        <IconAlertTriangle size={14} /> {text}
                      </Text>
                    ),
                  )}
                </div>
                <Tools
                  index={index}
                  count={rules.length}
                  isOpen={isOpen}
                  onToggle={() => onOpen(isOpen ? undefined : rule.key)}
                  onMove={(to) => move(index, to)}
                  onCopy={() => add(copyOf(rule), index + 1)}
                  onRemove={() => form.removeListItem('rules', index)}
                />
              </div>
              {isOpen && <RuleField form={form} index={index} />}
            </li>
          );
        })}
      </ol>
      <Group gap="sm">
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => add(emptyRule())}>
          {words.addRule}
        </Button>
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button variant="default">{words.addTemplate}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {Object.entries(TEMPLATES).map(([name, rule]) => (
              <Menu.Item key={name} onClick={() => add(ruleOf(rule))}>
                {texts.templates[name as keyof typeof TEMPLATES]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
    </Stack>
  );
}

interface ToolsProps {
  readonly index: number;
  readonly count: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onMove: (to: number) => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
}

function Tools({ index, count, isOpen, onToggle, onMove, onCopy, onRemove }: ToolsProps) {
  const number = index + 1;
  return (
    <Group gap={2} wrap="nowrap" className={classes.tools}>
      <Tool label={isOpen ? words.done(number) : words.edit(number)} isExpanded={isOpen} onClick={onToggle}>
        {isOpen ? <IconCheck size={16} /> : <IconPencil size={16} />}
      </Tool>
      <Tool label={words.copy(number)} onClick={onCopy}>
        <IconCopy size={16} />
      </Tool>
      <Tool label={words.up(number)} disabled={index === 0} onClick={() => onMove(index - 1)}>
        <IconArrowUp size={16} />
      </Tool>
      <Tool label={words.down(number)} disabled={number === count} onClick={() => onMove(index + 1)}>
        <IconArrowDown size={16} />
      </Tool>
      <Tool label={words.remove(number)} onClick={onRemove}>
        <IconTrash size={16} />
      </Tool>
    </Group>
  );
}

/** The whole row is seen under the pointer, and not only its grip. */
function takeRow({ currentTarget, dataTransfer }: DragEvent<HTMLElement>): void {
  const row = currentTarget.closest('li');
  dataTransfer.effectAllowed = 'move';
  dataTransfer.setData('text/plain', row?.textContent ?? '');
  if (row) dataTransfer.setDragImage(row, 0, 0);
}

const faultsAt = (errors: UseFormReturnType<Draft>['errors'], index: number): string[] =>
  Object.entries(errors).flatMap(([path, fault]) =>
    path.startsWith(`rules.${index}.`) && typeof fault === 'string' ? [fault] : [],
  );
