package org.sss.api;

/**
 * What kind of thing went wrong. The class of a code tells what to do: try again, change the input or the code, or call
 * for an operator.
 */
public enum ErrorCode {
    /** An argument, option, file or configuration value is wrong. */
    INVALID_ARGUMENT(Kind.USER),
    /** The named group, job, file or key does not exist. */
    NOT_FOUND(Kind.USER),
    /** Something of that name exists already. */
    ALREADY_EXISTS(Kind.USER),
    /** The types that a job declares are not the types of the stored group. */
    TYPE_MISMATCH(Kind.USER),
    /** A key, value or block is larger than the format allows. */
    TOO_LARGE(Kind.USER),
    /** User code threw an exception, or cannot be loaded or serialized. */
    USER_CODE(Kind.USER),
    /** The job was cancelled. */
    CANCELLED(Kind.USER),
    /** A node cannot be reached, or was lost while it was needed. */
    NODE_UNREACHABLE(Kind.RETRYABLE),
    /** Something did not happen before its deadline. */
    TIMEOUT(Kind.RETRYABLE),
    /** A limit of the server is reached for now. */
    OVERLOADED(Kind.RETRYABLE),
    /** The server is stopping or the handle is closed. */
    CLOSED(Kind.RETRYABLE),
    /** The heap of a node was full of what code of other workflows keeps. */
    HEAP_FULL(Kind.RETRYABLE),
    /** The disk is full, read-only or failing. */
    STORAGE(Kind.FATAL),
    /** Stored or received bytes are not what was written: a checksum, length or header is wrong. */
    CORRUPT(Kind.FATAL),
    /** The peer speaks another protocol or another version of it. */
    PROTOCOL(Kind.FATAL),
    /** A defect of SSS itself. */
    INTERNAL(Kind.FATAL);

    /** What the receiver of an error can do about it. */
    public enum Kind {
        /**
         * Trying again later may work. Nothing was changed, unless the message says so: a commit or a submission that was not answered
         * may have happened.
         */
        RETRYABLE,
        /** The caller has to change something: input, options, code. */
        USER,
        /** An operator has to look: disk, data, versions. */
        FATAL
    }

    private final Kind kind;

    ErrorCode(Kind kind) {
        this.kind = kind;
    }

    /** Who can do something about errors of this code, and what. */
    public Kind kind() {
        return kind;
    }
}
